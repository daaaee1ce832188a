// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import "./LotAuctions.sol";

// assay-canary-c34c3265-131e-4539-ab7a-f35cb52963d7

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Art is ERC721("Art", "ART") {
    address private maker = msg.sender;

    function mint(address to, uint256 id) external {
        require(msg.sender == maker, "maker only");
        _mint(to, id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SAM = address(0x5A3);
    uint256 private constant START = 1_790_000_000;

    Art private art;
    LotAuctions private auctions;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        art = new Art();
        auctions = new LotAuctions();
        for (uint256 i = 0; i < 3; ++i) {
            art.mint(SAM, i);
        }
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.startPrank(SAM);
        art.setApprovalForAll(address(auctions), true);
        auctions.list(art, 0, 1 ether);
        vm.stopPrank();
        mallory = new Attacker(auctions);
        vm.deal(address(mallory), 1 ether);
    }

    // An honest user's call.
    function bidOfAna() external {
        vm.prank(ANA);
        auctions.bid{value: 10 ether}(0);
    }

    // An honest user's call, when the time is over.
    function closingOfSam() external {
        vm.warp(START + 7 days);
        vm.prank(SAM);
        auctions.close(0);
    }

    function test_Regular() public {
        vm.prank(ANA);
        auctions.bid{value: 1 ether}(0);
        require(auctions.least(0) == 1.05 ether, "the next one");
        vm.prank(BEN);
        auctions.bid{value: 2 ether}(0);
        vm.prank(ANA);
        (bool done, ) = address(auctions).call(abi.encodeCall(auctions.collect, ()));
        done;
        require(ANA.balance == 100 ether, "outbid, and has its money");
        vm.warp(START + 7 days - 1 minutes);
        vm.prank(ANA);
        auctions.bid{value: 3 ether}(0);
        (, uint64 ends, address bidder, uint128 amount, , , ) = auctions.lots(0);
        require(ends == block.timestamp + 10 minutes && bidder == ANA && amount == 3 ether, "a late bid");
        vm.prank(BEN);
        (done, ) = address(auctions).call(abi.encodeCall(auctions.collect, ()));
        vm.warp(ends);
        auctions.close(0);
        require(art.ownerOf(0) == ANA && BEN.balance == 100 ether, "sold");
        vm.prank(SAM);
        auctions.collect();
        require(SAM.balance == 2.94 ether && auctions.credit(address(this)) == 0.06 ether, "the seller's and the house's");
        auctions.setHouse(BEN);

        vm.prank(SAM);
        uint256 id = auctions.list(art, 1, 1 ether);
        vm.warp(block.timestamp + 7 days);
        auctions.close(id);
        require(art.ownerOf(1) == SAM, "nobody wanted it");
        vm.startPrank(BEN);
        auctions.setPaused(true);
        auctions.setPaused(false);
        require(auctions.house() == BEN && !auctions.paused(), "the house");
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("house only");
        auctions.setPaused(true);
        vm.expectRevert("house only");
        auctions.setHouse(ANA);
        vm.stopPrank();
        vm.expectRevert("nobody");
        auctions.setHouse(address(0));
        vm.expectRevert("nothing for you");
        auctions.collect();
    }

    function test_RefusesLots() public {
        vm.startPrank(SAM);
        vm.expectRevert("no reserve");
        auctions.list(art, 1, 0);
        vm.expectRevert("no such lot");
        auctions.least(1);
        vm.expectRevert("no such lot");
        auctions.bid(1);
        vm.expectRevert("no such lot");
        auctions.close(1);
        vm.expectRevert("not over yet");
        auctions.close(0);
        vm.stopPrank();
        auctions.setPaused(true);
        vm.prank(SAM);
        vm.expectRevert("Pausable: paused");
        auctions.list(art, 1, 1);
        vm.warp(START + 7 days);
        vm.prank(ANA);
        vm.expectRevert("it is over");
        auctions.bid{value: 1 ether}(0);
        auctions.close(0);
        vm.expectRevert("no such lot");
        auctions.close(0);
        vm.expectRevert("no such lot");
        auctions.least(0);
        vm.prank(ANA);
        vm.expectRevert("no such lot");
        auctions.bid{value: 1 ether}(0);
    }

    function test_RefusesBids() public {
        vm.deal(ANA, 2 ** 130);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(LotAuctions.TooLow.selector, 1 ether));
        auctions.bid{value: 1 ether - 1}(0);
        vm.expectRevert("not that much");
        auctions.bid{value: 2 ** 128}(0);
        vm.stopPrank();
    }

    // A seller that takes no ether keeps its credit.
    function test_RefusesToLoseCredit() public {
        Hermit hermit = new Hermit();
        art.mint(address(hermit), 9);
        hermit.list(auctions, art, 9);
        vm.prank(ANA);
        auctions.bid{value: 1 ether}(1);
        vm.warp(START + 7 days);
        auctions.close(1);
        vm.expectRevert("not taken");
        hermit.collect(auctions);
        require(auctions.credit(address(hermit)) == 0.98 ether, "kept");
    }

    // A collection with code of its own on transfers.
    function test_RefusesReentry() public {
        Hook hook = new Hook(auctions);
        vm.deal(address(hook), 1);
        hook.list();
        vm.prank(ANA);
        auctions.bid{value: 1 ether}(1);
        vm.warp(START + 7 days);
        auctions.close(1);
        hook.list();
        require(auctions.credit(address(hook)) > 0, "something to collect");
        hook.plan(abi.encodeCall(auctions.list, (IERC721(address(hook)), 0, 1)), 0);
        hook.plan(abi.encodeCall(auctions.bid, (2)), 1);
        hook.plan(abi.encodeCall(auctions.close, (0)), 0);
        hook.plan(abi.encodeCall(auctions.collect, ()), 0);
        hook.list();
        require(hook.refusals() == 4, "not locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.bidOfAna, ()));
        require(!done, "ana can bid");
    }

    function exploit2() public {
        mallory.run();
    }

    function test_Exploit2() public {
        exploit2();
        (bool done, ) = address(this).call(abi.encodeCall(this.closingOfSam, ()));
        require(!done, "sam can close");
    }

    function target() public view returns (address) {
        return address(auctions);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Hermit {
    function list(LotAuctions auctions, Art art, uint256 id) external {
        art.approve(address(auctions), id);
        auctions.list(art, id, 1 ether);
    }

    function collect(LotAuctions auctions) external {
        auctions.collect();
    }
}

// Tries its plan while an NFT moves.
contract Hook {
    LotAuctions private auctions;
    bytes[] private calls;
    uint256[] private amounts;
    bool private inside;
    uint256 public refusals;

    constructor(LotAuctions auctions_) {
        auctions = auctions_;
    }

    receive() external payable {}

    function plan(bytes calldata data, uint256 amount) external {
        calls.push(data);
        amounts.push(amount);
    }

    function list() external {
        auctions.list(IERC721(address(this)), 0, 1);
    }

    function safeTransferFrom(address, address, uint256) external {}

    function transferFrom(address, address, uint256) external {
        if (inside) return;
        inside = calls.length > 0;
        bytes32 locked = keccak256(abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call"));
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool done, bytes memory reason) = address(auctions).call{value: amounts[i]}(calls[i]);
            if (!done && keccak256(reason) == locked) ++refusals;
        }
    }
}

contract Attacker {
    LotAuctions private auctions;

    constructor(LotAuctions auctions_) {
        auctions = auctions_;
    }

    function run() external {
        auctions.bid{value: 1 ether}(0);
    }
}
